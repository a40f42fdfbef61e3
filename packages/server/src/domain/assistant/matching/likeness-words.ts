import { fold } from './fold.ts'

/** Words that mark a question or request, rather than a statement. */
export const asking =
  /\?|\bplease\b|\b(?:i|we) (?:need|want|would like)\b|^(?:is|are|can|could|may|do|does|did|will|would|any|what|which)\b|教えて|下さい|ください|たい|ほしい|欲しい|ますか|ですか|請|请|想|嗎|吗|呢|可以|能不能|ไหม|มั้ย|หรือ|ขอ|อยาก|อะไร/

/** Question words in the languages the bot speaks. */
export const asked: Record<string, RegExp> = {
  time: /\bwhen\b|\b(?:what|which) (?:time|hour|day)|how late|how early|何時|いつ|幾點|几点|什麼時候|什么时候|何时|กี่โมง|เมื่อไห?ร่?|ตอนไหน|วันไหน/,
  place: /\bwhere\b|どこ|何処|哪裡|哪里|哪邊|哪儿|在哪|ที่ไหน|ตรงไหน|อยู่ไหน/,
  person: /\bwho(?:se|m)?\b|誰|だれ|谁|ใคร/,
  price: /how much|\bprice|\bcost|\bfees?\b|いくら|何円|料金|値段|多少錢|多少钱|幾元|費用|费用|價錢|เท่าไห?ร่?|กี่บาท|ราคา/,
  manner: /\bhow (?:do|does|can|could|to|should)\b|どうやって|どうすれば|方法|怎麼|怎么|如何|ยังไง|อย่างไร|วิธี/,
  reason: /\bwhy\b|なぜ|どうして|為什麼|为什么|ทำไม/,
}

/** Very common words in the languages the bot speaks. */
export const common = new Set(
  [
    's t d m ll re ve a an the i me my we us our you your he she it its they them this that these those there here is are was were be been',
    'do does did have has had can could will would shall should may might must not no yes and or but if so then than of in',
    'on at to from for with by about as up out what when where who how why which much many any some please hi hello hey',
    'thanks thank ok okay anyone anybody someone know tell just again also now time day today tomorrow week month year get got',
    'go going take taking bring bringing come coming make give put use want need like let see cost costs price fee fees',
    'monday tuesday wednesday thursday friday saturday sunday mondays sundays saturdays',
    'です ます ました ません でした ください 下さい ありますか ある いる する こと もの これ それ あれ ここ そこ 何 いつ どこ 誰 何時 から まで',
    'いくら って たい 持 行 来 見 使 教え 教えて 知り こんにちは すみません 今日 明日 時間 料金 値段 月曜 火曜 水曜 木曜 金曜 土曜 日曜 曜日',
    '的 了 嗎 吗 呢 吧 啊 喔 呀 我 你 您 他 她 我們 你們 他們 大家 是 有 沒 沒有 在 要 會 能 可以 請 請問 问 請教 想 什麼 什么 時候',
    '多少 錢 钱 多少錢 多少钱 怎麼 怎么 如何 哪裡 哪里 誰 谁 幾點 几点 這 那 這個 那個 個 就 也 都 不 和 跟 到 去 來 今天 明天 一下 知道 嗨 你好 哪 幾 點 問 時間 时间 費用 星期',
    'ครับ ค่ะ คะ นะ จ้ะ จ้า ไหม มั้ย หรือ หรือเปล่า ที่ ได้ ให้ มี เป็น อยู่ จะ ก็ และ กับ ของ ใน ไป มา นี้ นั้น อะไร กี่ โมง เมื่อไหร่',
    'บาท เท่า ไหร่ ไร เมื่อไร ไหน ที่ไหน ใคร ยังไง อย่างไร เท่าไหร่ เท่าไร ทำไม ขอ หน่อย บ้าง วัน วันนี้ พรุ่งนี้ เรา ผม ฉัน คุณ ต้อง ถึง สวัสดี ไม่ แล้ว เวลา ราคา อยาก',
  ]
    .join(' ')
    .split(' ')
    .map(fold),
)
