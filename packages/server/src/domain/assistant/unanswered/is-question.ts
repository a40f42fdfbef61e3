/** A longer text may contain a question, but no rule would be written for all of it. */
const longest = 300

/**
 * Whether a text asks something. A question mark decides; without one, the usual forms of questions in the languages the bot
 * speaks. It looks at sentences one by one, and doesn't understand them: "I wonder who that is" is none, "really?" is one.
 */
export function isQuestion(text: string): boolean {
  if (text.length > longest) return false
  // A link may contain a question mark.
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\b(?:https?:\/\/|www\.)\S+/gu, ' ')
  return (plain.match(/[^\n.!。！?？؟]+[?？؟]?/gu) ?? []).some(asks)
}

function asks(sentence: string): boolean {
  if (!saysEnough(sentence)) return false
  if (/[?？؟]$/u.test(sentence)) return true
  // Emoji, laughter and drawn-out vowels often follow.
  const bare = sentence
    .trim()
    .replace(/(?:[\s\p{P}\p{S}\p{Extended_Pictographic}\p{Cf}ー〜]|\ufe0f|笑|w{2,}|555+)+$/u, '')
  return forms.some((form) => form.test(bare))
}

/** "?", "ok?" and 「え？」 ask for nothing that a rule could answer. */
function saysEnough(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const letters = words.join('')
  return words.length > 1 || letters.length >= 5 || (letters.length >= 3 && unspaced.test(letters))
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u

const forms = [
  // English: a question word and a verb, or a verb and who it's about.
  /^(?:(?:hi|hello|hey|so|and|but|ok|sorry|excuse me|please)[\s,]+)*(?:what|when|where|who|whose|which|why|how)(?:['’]?s|\s+(?:is|are|was|were|do|does|did|can|could|will|would|should|much|many|long|late|early|far|often|time|day))\s/,
  /^(?:is|are|was|were|does|do|did|can|could|will|would|should|may|has|have)\s+(?:there|we|i|you|it|the|this|that|they|he|she|my|our|your|anyone|anybody|someone|somebody)\s/,
  /^(?:anyone|anybody|someone|somebody)\s+knows?\s/,
  // Japanese
  /(?:(?:です|ます|でした|ました|ません|でしょう)か(?:ね)?|かな|かしら|っけ|のか|教えて(?:ください|下さい)?)$/,
  // Chinese
  /^(?:請問|请问|有人知道|有沒有人|有没有人|為什麼|为什么|什麼時候|什么时候|怎麼|怎么|哪裡|哪里|幾點|几点)/,
  /(?:嗎|吗|呢|什麼|什么|哪裡|哪里|哪邊|在哪|幾點|几点|多少|多少錢|多少钱|時候|时候|誰|谁)$/,
  /有沒有|有没有|是不是|能不能|可不可以|要不要|會不會|会不会/,
  // Thai
  /(?:ไหม|มั้ย|มั๊ย|หรือเปล่า|รึเปล่า|หรือยัง|รึยัง|หรือไม่|เหรอ|เมื่อไหร่|เมื่อไร|ที่ไหน|ตรงไหน|อะไร|ยังไง|อย่างไร|เท่าไหร่|เท่าไร|กี่โมง|กี่บาท|ใคร)(?:บ้าง|ครับ|คับ|ค่ะ|คะ|จ้ะ|จ๊ะ|นะ|\s)*$/,
  /^(?:ทำไม|มีใคร|เมื่อไหร่|ใคร)/,
]
