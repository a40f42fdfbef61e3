import { type ChatOptions, generateChannel } from '../chat/chat.ts'
import type { ChatEvent } from '../chat/chat-event.ts'

/** A question about a generated chat, written by hand before there was anything that answers it. */
export type LabelledQuestion = {
  /** Of the chat in `askedChats`. */
  index: number
  question: string
  /** Each of these messages answers it. */
  rightIds: string[]
  /** Whether a right message has a content word of the question. Questions without one can't be answered by finding words. */
  sharesWord: boolean
}

/** The chats that the questions are about: English, Japanese, Traditional Chinese and Thai. */
export const askedChats: readonly ChatOptions[] = [0, 1, 2, 3].map((index) => ({
  seed: 1,
  index,
  messages: 300,
  endAt: Date.parse('2026-03-10T12:00:00Z'),
  days: 28,
}))

export function generateAskedChat(index: number): Generator<ChatEvent, void, void> {
  const chat = askedChats[index]
  if (!chat) throw new Error(`There are no questions about the chat ${index}`)
  return generateChannel(chat)
}

// One question per line: whether its words are in the answer, the right messages, and the question itself.

const english = `
shared 529782060696566712 Who paid for the umbrella?
shared 529782200696569646 How much is the blue jacket per person?
shared 529781816696564850,529782560696569872 When does the training on Friday start?
shared 529782299696563968 Who has the keys to the sports hall?
shared 529781884696568732 Where do we meet for the trip on Saturday?
shared 529782374696568157 Which day is the dinner at the boathouse?
shared 529782234696567087,529782238696567401,529782306696562748,529782309696567199 Who wants lentil soup?
shared 529782104696561213 Who brings apple cake and coffee?
shared 529782500696564215 What did Maja leave at the old mill?
shared 529781463696569763 Who is on the shift plan for Thursday?
shared 529782315696565383 How many people is the table at 19:45 for?
shared 529782180696568548,529782613696564054 Where can I find the list of tasks?
shared 529782474696561237 When do people usually go to the boathouse?
shared 529781438696565757,529781526696569112,529781867696565483,529781967696564559,529782589696563954,529782639696562509 How long before closing is the last entry?
shared 529781639696568497,529781733696566210 How many kilometres is the walk to the old mill?
different 529781435696566873 How late is the town library open on Saturday?
different 529782171696563604 Who will tidy up the kitchen?
different 529782151696569623 What dish is served at the birthday party of Emil?
different 529781807696569997 Can I pay by credit at the corner café?
different 529781538696566930,529781590696563844 Who forgot an electric cable somewhere?
different 529782102696568202 What is the distance of the walk on Sunday?
different 529781494696561682,529781632696563899,529781729696569502,529782097696561394,529782431696566851 Who has a sore joint?
different 529782117696569975,529782120696569900 Who transferred money for the water bottle?
different 529781911696564914 Why is Chiara missing the dinner at the sports hall?
different 529782090696568527 What hour does the hike to the town library begin?
`

const japanese = `
shared 529781446775758962 火曜日の練習は何時から？
shared 529781661775757561 メロンパンが食べたいと言ったのは誰？
shared 529781584775751588 りんさんはどこの鍵を持っている？
shared 529782310775754773 焼き鳥を持ってくる人は？
shared 529782525775751010 延長コードの代金は何人で割る？
shared 529781686775759969 ボールのお金は誰が払った？
shared 529782198775759737,529782399775751015 旅行の金曜の夜はどこに集合？
shared 529781573775754449,529782356775754932 水曜日のシフトは今誰になっている？
shared 529781876775753951 祝日のシフトは誰が入る？
shared 529782471775755044 川沿いのカフェに水筒を忘れたのは誰？
shared 529781436775753434,529782376775756049,529782426775758889 入場できるのは閉館の何分前まで？
shared 529781540775754510,529782053775752135,529782651775751655 新しい人はルールをどこで見る？
shared 529781842775757529 電車で中央公園に着くのは何時ごろ？
shared 529781992775759741 図書館でやるれんの誕生日に何が食べられる？
shared 529782064775756074,529782662775751500 いつも居酒屋に集まるのは何曜日？
different 529781432775757310 体育館は土曜日いつ閉まる？
different 529781596775754444 掃除はだれが担当する？
different 529781676775752608 公民館の食事は現金以外でも払える？
different 529782021775757443,529782118775754842,529782300775755931 関節の具合が悪い人は？
different 529781653775751810,529782523775755063 雨具を準備するのは誰？
different 529782122775756500 公民館までの散歩の距離は？
different 529782178775751155 水筒をなくしたれんに届けるのはいつ？
different 529781898775753212 ほのかのバースデーの料理は？
different 529781532775755864,529782047775754331,529782640775751524 新人は誰の友達？
different 529782296775759113 市場へのウォーキングの出発はいつ？
`

const traditionalChinese = `
shared 529781462854942788,529782275854944220 星期二的練習改到幾點？
shared 529782345854949479 誰付了雨傘的錢？
shared 529781728854945218 球的錢幾個人分？
shared 529781585854941379 家豪的帽子忘在哪裡？
shared 529782463854948561 誰想吃滷肉飯？
shared 529781675854946402,529782236854943375 宥廷拿著哪裡的鑰匙？
shared 529781665854943818,529781832854946665 星期三的班改成誰？
shared 529782231854948494,529782444854947722 連假的班是誰代？
shared 529782258854943814 旅行星期三在哪裡集合？
shared 529782513854946833 連假旅行在哪裡集合？
shared 529782102854942270 誰帶蔥油餅跟茶？
shared 529782550854945732 大家平常在河邊咖啡店聚會是星期幾？
shared 529782395854941609 宥廷的火車幾點到港口市場？
shared 529782033854947887,529782383854945700,529782422854948810,529782580854941133 關門前多久不能進場？
shared 529782457854941662 去活動中心吃飯是幾點？
different 529782579854949824 圖書館星期三何時打烊？
different 529781857854948390,529782063854945093 清潔工作由誰負責？
different 529781795854941547 中央公園那家店接受信用卡嗎？
different 529781712854941599,529782092854941155,529782180854946871,529782322854946058 誰的腿受傷？
different 529781717854944211,529782324854948715 健行去圖書館的距離多遠？
different 529782534854943193 新成員是誰邀請的？
different 529781930854943366 小美慶生吃什麼？
different 529781491854948603,529781973854941935,529782597854945639 誰遺失了運動用品？
different 529782090854948562,529782170854942456 步行到河邊咖啡店何時出發？
different 529781527854949163,529781531854941445,529781532854945248 延長線的款項付清了嗎？
`

const thai = `
shared 529781975934132457,529782309934134514 ซ้อมวันพุธเริ่มกี่โมง
shared 529782480934137793 ใครจ่ายค่าร่ม
shared 529782109934138813 ค่าปลั๊กพ่วงหารกี่คน
shared 529781575934134375 กุญแจห้องสมุดอยู่ที่ใคร
shared 529782029934138412 กุญแจร้านริมน้ำอยู่กับใคร
shared 529782248934137088 ใครอยากกินหมูปิ้ง
shared 529781565934135019,529782021934131607 แก้ตารางกะวันพุธเป็นใคร
shared 529782365934138592 ทริปวันเสาร์นัดที่ไหน
shared 529782245934134821 กินข้าวที่หอประชุมวันไหน
shared 529781578934134055 รถไฟเสีย หมิวถึงตลาดท่าเรือกี่โมง
shared 529781501934137378 ปกตินัดกันที่โรงยิมวันไหน
shared 529781687934138263,529782097934134121,529782428934137650 เข้าได้ก่อนปิดนานแค่ไหน
shared 529781827934135692,529782590934136419 ใครเอาขนมครกไปให้ทุกคน
shared 529782134934136812 หมิวลืมกระติกน้ำไว้ที่ไหน
shared 529781959934135761 ใครจองโต๊ะ 12 คน
different 529782427934135858 ตลาดท่าเรือวันอังคารเลิกกี่โมง
different 529782191934136661 ใครรับผิดชอบจัดสถานที่
different 529782266934135022 ร้านที่หอประชุมรับเครดิตการ์ดหรือเปล่า
different 529781809934134565,529781927934138563,529782399934138687,529782581934136663 ใครปวดขา
different 529781929934137810 สวนกลางห่างเท่าไร
different 529781491934133766 ใครพาสมาชิกใหม่เข้ากลุ่ม
different 529781437934136170 เจมส์เลี้ยงอะไรตอนครบรอบเกิด
different 529782041934138860,529782046934133261 เงินค่าหมวกส่งหรือยัง
different 529782390934136985 เดินไปห้องสมุดออกเดินทางตอนไหน
different 529781793934135089,529782328934135624 เก้าอี้พับใครเตรียม
`

/** 25 questions about each chat. 15 of them share a content word with their answer, and 10 don't. */
export const labelledQuestions: readonly LabelledQuestion[] = [english, japanese, traditionalChinese, thai].flatMap(
  (list, index) =>
    list
      .trim()
      .split('\n')
      .map((line) => readLine(line, index)),
)

function readLine(line: string, index: number): LabelledQuestion {
  const [, words, ids = '', question = ''] = /^(shared|different) ([\d,]+) (.+)$/.exec(line) ?? []
  if (words === undefined) throw new Error(`Not a labelled question: ${line}`)
  return { index, question, rightIds: ids.split(','), sharesWord: words === 'shared' }
}
