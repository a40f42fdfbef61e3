import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileClock } from '../../../src/domain/imports/file-clock.ts'
import { inferPeople } from '../../../src/domain/imports/infer-people.ts'
import { type FileZone, inferZone } from '../../../src/domain/imports/infer-zone.ts'
import { OverlapVotes } from '../../../src/domain/imports/inference/overlap-votes.ts'
import { type ChatWorld, createChatWorld } from '../../support/imports/chat-world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What a phone's clock showed, in a zone. */
function wallIn(timezone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (at) => Date.parse(`${format.format(at).replace(', ', 'T')}Z`)
}

function votesOf(world: ChatWorld, wallOf: (at: number) => number, limit?: number): OverlapVotes {
  const votes = new OverlapVotes(limit)
  for (const { at, person, text } of world.said)
    votes.addFileText({ text, wall: wallOf(at), name: `name of ${person}` })
  for (const message of world.live) votes.addLiveText(message)
  return votes
}

const world = createChatWorld({ seed: 1, messages: 4_000 })

test('the zone of a file is the one in which texts that occur once were sent at the same time', () => {
  const votes = votesOf(world, wallIn('Asia/Tokyo')).votes()
  const inferred = inferZone(votes, ['Asia/Taipei', 'Asia/Tokyo'])
  assert.deepEqual(
    { ...inferred, votes: 0, fitting: 0 },
    { zone: { timezone: 'Asia/Tokyo' }, votes: 0, fitting: 0, why: 'texts', isSure: true },
  )
  assert.ok(inferred.votes > 100 && inferred.fitting > inferred.votes * 0.95)
})

test('a zone that no one thought of is proposed by its offset', () => {
  const { zone, isSure } = inferZone(votesOf(world, (at) => at + 345 * minuteMs).votes(), ['Asia/Tokyo'])
  assert.ok('spans' in zone)
  assert.deepEqual([zone.spans.map(({ offsetMinutes }) => offsetMinutes), isSure], [[345], true])
})

test('where clocks change, the file has two offsets, or a zone that knows about it', () => {
  // The world begins on 1 March 2026. Clocks in Berlin go forward on 29 March.
  const long = createChatWorld({ seed: 2, messages: 60_000 })
  assert.ok(long.endAt > Date.UTC(2026, 3, 5))
  const votes = votesOf(long, wallIn('Europe/Berlin')).votes()
  assert.deepEqual(inferZone(votes, ['Asia/Tokyo', 'Europe/Berlin']).zone, { timezone: 'Europe/Berlin' })
  const { zone } = inferZone(votes, ['Asia/Tokyo'])
  assert.ok('spans' in zone)
  assert.deepEqual(
    zone.spans.map(({ offsetMinutes }) => offsetMinutes),
    [60, 120],
  )
  assert.equal(new Date(zone.spans[1]?.fromWall ?? 0).toISOString().slice(0, 10), '2026-03-29')
})

test('a zone that fits all but a few days is not enough, because everything on those days would be an hour off', () => {
  const vote = (at: number, offset: number) => ({ at, wall: at + offset * hourMs, name: 'Mom', person: 'U1' })
  const winter = Array.from({ length: 500 }, (_, number) => vote(Date.UTC(2026, 0, 1) + number * hourMs, 1))
  const summer = Array.from({ length: 8 }, (_, number) => vote(Date.UTC(2026, 5, 1) + number * hourMs, 2))
  const { zone } = inferZone([...winter, ...summer], ['Africa/Algiers', 'Europe/Berlin'])
  assert.deepEqual(zone, { timezone: 'Europe/Berlin' })
})

test("without texts in common, the channel's zone and equal names are proposed, and neither is sure", () => {
  assert.deepEqual(inferZone([], ['Asia/Bangkok']), {
    zone: { timezone: 'Asia/Bangkok' },
    votes: 0,
    fitting: 0,
    why: 'no-overlap',
    isSure: false,
  })
  const people = [
    { id: 'U1', name: 'Mika' },
    { id: 'U2', name: 'Ken' },
    { id: 'U3', name: 'ken ' },
  ]
  const names = ['ＭＩＫＡ\u200d', 'Ken', 'Mom', ''].map((name) => ({ name }))
  assert.deepEqual(
    inferPeople({ names, people, votes: [] }).map(({ person, why, isSure }) => [person, why, isSure]),
    [
      ['U1', 'same-name', false],
      [undefined, 'shared-name', false],
      [undefined, 'unknown', false],
      [undefined, 'unknown', false],
    ],
  )
})

test('two texts in common are not enough to be sure, and coincidences name no zone', () => {
  const at = Date.UTC(2026, 2, 1, 12)
  const vote = (offsetHours: number) => ({ at, wall: at + offsetHours * hourMs, name: 'Mom', person: 'U1' })
  const { zone, why, isSure } = inferZone([vote(9), vote(9)], ['Asia/Tokyo'])
  assert.deepEqual([zone, why, isSure], [{ timezone: 'Asia/Tokyo' }, 'few-texts', false])
  const scattered = inferZone([vote(1), vote(-4), vote(7), vote(12)], ['Asia/Tokyo'])
  assert.deepEqual([scattered.zone, scattered.isSure], [{ timezone: 'Asia/Tokyo' }, false])
  const [mom] = inferPeople({ names: [{ name: 'Mom' }], people: [], votes: [vote(9), vote(9), vote(-3)], zone })
  assert.deepEqual(mom, { name: 'Mom', person: 'U1', why: 'few-texts', isSure: false, votes: 2, fitting: 2 })
})

test('people who are called something else on a phone are recognized by what they said', () => {
  const people = world.live.map(({ person }) => ({ id: person, name: person }))
  const names = [...new Set(world.said.map(({ person }) => person))].filter((person) => person !== 'UBOT')
  const evidence = { people, votes: votesOf(world, wallIn('Asia/Tokyo')).votes(), zone: { timezone: 'Asia/Tokyo' } }
  const inferred = inferPeople({ ...evidence, names: names.map((person) => ({ name: `name of ${person}` })) })
  assert.deepEqual(
    inferred.map(({ person, why, isSure }) => [person, why, isSure]),
    names.map((person) => [person, 'texts', true]),
  )
  const wrongZone = inferPeople({ ...evidence, zone: { timezone: 'Asia/Taipei' }, names: [{ name: 'name of U1' }] })
  assert.equal(wrongZone[0]?.why, 'unknown', 'control: only texts that fit the zone count')
})

test('an ID in the file settles who it is, and a name that several people used is left to the owner', () => {
  const vote = (person: string) => ({ at: 0, wall: 0, name: 'Unknown', person })
  const people = [
    { id: 'U1', name: 'Mika' },
    { id: 'U2', name: 'Ken' },
  ]
  const votes = [vote('U1'), vote('U1'), vote('U1'), vote('U2')]
  assert.deepEqual(
    inferPeople({ names: [{ name: 'M', id: 'U1' }, { name: 'Unknown' }, { name: 'Mika' }], people, votes }).map(
      ({ person, why }) => [person, why],
    ),
    [
      ['U1', 'id'],
      [undefined, 'mixed-texts'],
      [undefined, 'shared-name'],
    ],
  )
})

test('a sample of the texts is enough, so a large file needs no more memory', () => {
  const votes = votesOf(world, wallIn('Asia/Tokyo'), 500).votes()
  assert.ok(votes.length > 50 && votes.length <= 500)
  assert.equal(inferZone(votes, ['Asia/Tokyo']).isSure, true)
})

const clockCases: [string, FileZone, string[], string[]][] = [
  ['a zone without changes', { timezone: 'Asia/Tokyo' }, ['2026-03-01T09:31'], ['2026-03-01T00:31']],
  [
    'the hour that comes twice',
    { timezone: 'Europe/Berlin' },
    [
      '2026-10-25T01:59',
      '2026-10-25T02:10',
      '2026-10-25T02:50',
      '2026-10-25T02:10',
      '2026-10-25T02:55',
      '2026-10-25T03:00',
    ],
    [
      '2026-10-24T23:59',
      '2026-10-25T00:10',
      '2026-10-25T00:50',
      '2026-10-25T01:10',
      '2026-10-25T01:55',
      '2026-10-25T02:00',
    ],
  ],
  [
    'the hour that is skipped',
    { timezone: 'Europe/Berlin' },
    ['2026-03-29T01:59', '2026-03-29T02:30', '2026-03-29T03:00'],
    ['2026-03-29T00:59', '2026-03-29T01:30', '2026-03-29T01:00'],
  ],
  [
    'a day that is skipped',
    { timezone: 'Pacific/Apia' },
    ['2011-12-29T23:59', '2011-12-31T00:00'],
    ['2011-12-30T09:59', '2011-12-30T10:00'],
  ],
  [
    'offsets by date',
    {
      spans: [
        { fromWall: Date.UTC(2026, 2, 1), offsetMinutes: 60 },
        { fromWall: Date.UTC(2026, 2, 29), offsetMinutes: 120 },
      ],
    },
    ['2026-02-01T10:00', '2026-03-28T10:00', '2026-03-29T10:00'],
    ['2026-02-01T09:00', '2026-03-28T09:00', '2026-03-29T08:00'],
  ],
]

for (const [name, zone, walls, instants] of clockCases)
  test(`a file's times become instants: ${name}`, () => {
    const clock = new FileClock(zone)
    assert.deepEqual(
      walls.map((wall) => new Date(clock.instantOf(Date.parse(`${wall}Z`))).toISOString().slice(0, 16)),
      instants,
    )
  })
