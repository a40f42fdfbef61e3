import { foldForSearch } from '../search/fold-search.ts'

/**
 * Words of a question that say nothing about what it's about, in the languages the bot speaks. Unlike the list for rules
 * (`likeness-words.ts`), it doesn't contain weekdays, times and prices: people ask about them.
 */
const lists = [
  'a an the i me my mine we us our you your he him his she her it its they them their this that these those there here',
  'is are was were be been being am do does did done doing has have had having can could will would shall should may might must',
  'not no yes and or but if so then than of in on at to from for with by about as up out off into over after before',
  's t d m ll re ve what when where who whom whose which why how much many any some anyone anybody someone somebody something',
  'please hi hello hey know tell ask say said mean think just also again now ever still already per each every usually got get',
  'です ます ました ません でした ください 下さい ある いる いた する した して こと もの ため よう これ それ あれ どれ この その あの どの ここ そこ どこ',
  '何 いつ 誰 だれ どう どんな なぜ いくら いくつ 何時 何分 何人 何曜日 から まで より ので けど でも って たち さん くん ちゃん 言っ 言う という',
  'が の を に へ と は も で や か な よ ね わ ぞ さ し て た だ ん なっ なる なり やる やっ れる られる たい ない せる ごろ くらい ぐらい 今',
  '的 了 嗎 吗 呢 吧 啊 喔 呀 我 你 您 他 她 它 我們 我们 你們 你们 他們 他们 是 有 沒 没 沒有 没有 在 要 會 会 能 可以 請 请 請問 请问 什麼 什么',
  '時候 时候 何時 何时 多少 多久 多遠 多远 怎麼 怎么 如何 哪裡 哪里 哪 哪個 哪个 那 這 这 那個 那个 這個 这个 誰 谁 幾 几 幾個 几个 幾點 几点 星期幾 星期几 為什麼 为什么',
  '就 也 都 不 和 跟 與 与 到 去 來 来 著 着 得 過 过 把 被 讓 让 由 說 说 想 想要 知道 平常 個 个 家 點 点',
  'ครับ ค่ะ คะ นะ จ้ะ จ้า ไหม มั้ย หรือ หรือเปล่า เปล่า ยัง ที่ ได้ ให้ มี เป็น อยู่ จะ ก็ และ กับ ของ ใน ไป มา นี้ นั้น ไว้ แล้ว บ้าง หน่อย',
  'อะไร กี่ โมง กี่โมง เมื่อ เมื่อไหร่ เมื่อไร ไหร่ ไร ไหน ใคร ยังไง อย่างไร เท่า เท่าไหร่ เท่าไร ทำไม ตอน ตอนไหน วัน วันไหน ไม่ ต้อง เอา ถึง แค่ แค่ไหน ที่ไหน ตรงไหน นาน คน ปกติ อยาก',
]

const functionWords = new Set(
  lists
    .join(' ')
    .split(' ')
    .map((word) => foldForSearch(word).units),
)

/** Of a folded word. */
export function isFunctionWord(units: string): boolean {
  return functionWords.has(units)
}
