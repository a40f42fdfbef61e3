import assert from 'node:assert/strict'
import type { MessageContent, MessageDetails } from '../../../src/domain/messages/message-json.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { eventually } from '../eventually.ts'
import { fakeDelivery, fakePlatform } from '../line/fake-platform.ts'
import type { TestService } from '../test-service.ts'
import { botAdded, edited } from './chat-events.ts'
import { message } from './events.ts'

type Said = { id: string; from: keyof typeof names; content: MessageContent | string; details?: MessageDetails }

const names = { U1: 'Mika', U2: 'Sam Boatman', U3: '美香', U4: 'ณัฐ', U5: 'Zoë Müller' } as const

const dayMs = 86_400_000

/** A group that speaks many languages: every message has an id for the tables of searches. Oldest first. */
const said: Said[] = [
  { id: 'keys', from: 'U1', content: 'Where are the keys to the boathouse?' },
  { id: 'locked', from: 'U2', content: 'The boathouse is locked, ask Mika for the keys' },
  { id: 'cafe', from: 'U2', content: 'Meet at the cafe by the lake' },
  { id: 'café', from: 'U1', content: 'That café was closed' },
  { id: 'cafés', from: 'U2', content: 'CAFE\u0301S in town: http://coffee.example/list' },
  { id: 'red', from: 'U1', content: 'a red umbrella' },
  { id: 'blue', from: 'U2', content: 'a blue umbrella' },
  { id: 'nine', from: 'U2', content: 'see you at nine' },
  { id: 'enin', from: 'U1', content: 'at nine I will see you' },
  { id: 'www', from: 'U1', content: 'look at www.boats.example, it is cheap' },
  { id: 'mail', from: 'U2', content: 'write to keys@boats.example about type:poem' },
  { id: 'photo', from: 'U1', content: { type: 'image' } },
  { id: 'photo2', from: 'U2', content: { type: 'image' } },
  { id: 'plan', from: 'U1', content: { type: 'file', fileName: 'boathouse-plan.pdf' } },
  {
    id: 'place',
    from: 'U2',
    content: { type: 'location', latitude: 1, longitude: 2, address: '1 Lake Road' },
    details: { title: 'Boathouse Café' },
  },
  {
    id: 'thanks',
    from: 'U4',
    content: { type: 'sticker', stickerId: '1', packageId: '2' },
    details: { stickerText: 'ขอบคุณ' },
  },
  { id: 'ja1', from: 'U3', content: '明日の写真を送ってください' },
  { id: 'ja2', from: 'U3', content: '写真は明日じゃなくて今日' },
  { id: 'ja3', from: 'U3', content: 'がんばって' },
  { id: 'ja4', from: 'U1', content: '傘を忘れた' },
  { id: 'ja5', from: 'U3', content: 'ﾊﾟｰﾃｨｰは７時から' },
  { id: 'zh1', from: 'U2', content: '今天晚上八點在老地方見，別忘了帶傘' },
  { id: 'zh2', from: 'U2', content: '請問明天幾點集合？' },
  { id: 'th1', from: 'U4', content: 'พรุ่งนี้เจอกันที่ร้านเดิม' },
  { id: 'th2', from: 'U4', content: 'ร้านกาแฟใหม่อร่อยมาก' },
  { id: 'ar1', from: 'U4', content: 'مَرْحَبًا بِكُمْ في القارب' },
  { id: 'ar2', from: 'U4', content: 'القارب أزرق' },
  { id: 'he', from: 'U4', content: 'שָׁלוֹם לכולם' },
  { id: 'ru1', from: 'U4', content: 'Ёлка уже стоит' },
  { id: 'ru2', from: 'U4', content: 'это мой дом' },
  { id: 'ru3', from: 'U4', content: 'мои ключи, слава' },
  { id: 'vi', from: 'U4', content: 'Cà phê sáng ở Đà Nẵng' },
  { id: 'de', from: 'U5', content: 'Grüße aus der Straße' },
  { id: 'pl', from: 'U5', content: 'Łódź jutro' },
  { id: 'fr', from: 'U5', content: "L'œuvre est finie" },
  { id: 'mixed', from: 'U3', content: 'BBQは7pm、cafeの前で OK? 🎉' },
]

/** `channelId` gets all messages, a minute apart from `at` on, and one from ten days before. The bot must be running. */
export async function fillSearchGroup(service: TestService, channelId: string): Promise<void> {
  const at = service.clock.now
  const owner = await service.caller('U-owner')
  const deliver = async (...events: IncomingEvent[]) => {
    const sent = await owner.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events }))
    assert.equal(sent.status, 200)
  }
  await deliver(botAdded(channelId, at - 20 * dayMs))
  await service.channel(channelId, { owner: 'U-owner', members: Object.keys(names), subscribers: ['U-owner'] })
  const rule = {
    keywords: ['opening hours'],
    question: 'When do you open?',
    answer: 'We open at noon, see https://club.example/boathouse',
  }
  assert.equal((await owner.post(`/api/channels/${channelId}/assistant/qa`, rule)).status, 201)
  const events = said.map(({ id, from, content, details }, index) => {
    const text = typeof content === 'string' ? ({ type: 'text', text: content } as const) : content
    const event = message(channelId, at + index * 60_000, { id, from, name: names[from], content: text })
    return details ? { ...event, details } : event
  })
  const say = (id: string, sentAt: number, text: string) =>
    message(channelId, sentAt, { id, from: 'U1', name: 'Mika', content: { type: 'text', text } })
  await deliver(say('old', at - 10 * dayMs, 'boathouse party in February'), ...events)
  const end = at + events.length * 60_000
  await deliver(say('code', end, 'the gate code is 4711'))
  await deliver(edited(channelId, end + 1000, 'code', 'the secret has moved', 'U1'))
  const reply = { token: 'ask', expiresAt: at + dayMs, isOneUse: true, cost: 'free' } as const
  await deliver({ ...say('ask', end + 60_000, 'what are the opening hours?'), reply } as IncomingEvent)
  service.clock.now = end + 120_000
  await eventually(
    async () => (await owner.get(`/api/channels/${channelId}/assistant/log`)).body.sends as { state: string }[],
    (sends) => sends.length === 1 && sends.every(({ state }) => state === 'sent'),
  )
}
