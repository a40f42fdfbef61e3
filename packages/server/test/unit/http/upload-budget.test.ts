import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createUploadBudget, type UploadLimits } from '../../../src/http/receiving/upload-budget.ts'

const limits: UploadLimits = {
  mostBytes: 1_000,
  mostBytesPerSender: 600,
  mostUploadsPerSender: 3,
  patienceMs: 10_000,
  leastBytesPerSecond: 100,
}

/** A budget with a clock that the test moves. `dropped` lists what was dropped, in order. */
function openBudget(changes: Partial<UploadLimits> = {}) {
  const time = { now: 0, looks: [] as { everyMs: number; work: () => void }[] }
  const dropped: string[] = []
  const budget = createUploadBudget(
    { ...limits, ...changes },
    {
      now: () => time.now,
      every(everyMs, work) {
        const look = { everyMs, work }
        time.looks.push(look)
        return () => void time.looks.splice(time.looks.indexOf(look), 1)
      },
    },
  )
  const begin = (name: string, sender = name) => {
    let held = 0
    const upload = budget.begin(sender, (why) => dropped.push(`${name} ${why}`))
    const send = (bytes: number) => {
      held += bytes
      upload.grow(bytes, held)
    }
    return { send, end: upload.end }
  }
  return { time, dropped, begin }
}

describe('when uploads exceed their budget', () => {
  test('the one that has been idle for the longest time is dropped first', () => {
    const { time, dropped, begin } = openBudget()
    for (const name of ['a', 'b', 'c']) {
      begin(name).send(300)
      time.now += 10
    }
    begin('d').send(300)
    assert.deepEqual(dropped, ['a crowded'])
    begin('e').send(500)
    assert.deepEqual(dropped, ['a crowded', 'b crowded', 'c crowded'])
  })

  test('speed counts and not age: a steady upload stays, and a later one that stalls goes', () => {
    const { time, dropped, begin } = openBudget()
    const steady = begin('steady')
    steady.send(300)
    time.now += 100
    begin('stalled').send(400)
    for (let times = 0; times < 10; times++) {
      time.now += 100
      steady.send(10)
    }
    begin('new').send(500)
    assert.deepEqual(dropped, ['stalled crowded'])
  })

  test('patience is not saved up: a lot at once does not buy idle time', () => {
    const { time, dropped, begin } = openBudget({ mostBytesPerSender: 1_000 })
    begin('fast once').send(900)
    time.now += 10
    begin('new').send(200)
    assert.deepEqual(dropped, ['fast once crowded'])
  })

  test('a sender with too many bytes or uploads loses their own slowest, and nobody else loses any', () => {
    const { time, dropped, begin } = openBudget()
    begin('other').send(100)
    time.now += 10
    begin('m1', 'm').send(400)
    time.now += 10
    begin('m2', 'm').send(400)
    assert.deepEqual(dropped, ['m1 crowded'])
    for (const name of ['m3', 'm4', 'm5']) {
      time.now += 10
      begin(name, 'm').send(1)
    }
    assert.deepEqual(dropped, ['m1 crowded', 'm2 crowded'])
  })

  test('an upload that has ended holds nothing, even if it ends twice or grows afterwards', () => {
    const { dropped, begin } = openBudget({ mostBytesPerSender: 1_000 })
    for (let times = 0; times < 10; times++) {
      const upload = begin('one')
      upload.send(900)
      upload.end()
      upload.end()
      upload.send(50)
    }
    assert.deepEqual(dropped, [])
    begin('next').send(1_000)
    assert.deepEqual(dropped, [])
  })

  test('an upload that is larger than the whole budget is itself dropped', () => {
    const { dropped, begin } = openBudget({ mostBytesPerSender: 5_000 })
    begin('large').send(1_001)
    assert.deepEqual(dropped, ['large crowded'])
    begin('small').send(1_000)
    assert.deepEqual(dropped, ['large crowded'])
  })
})

describe('an upload that is too slow', () => {
  test('is dropped when its patience is used up, even if it never stopped completely', () => {
    const { time, dropped, begin } = openBudget({ mostBytes: 1e6, mostBytesPerSender: 1e6 })
    const [trickle, quick] = [begin('trickle'), begin('quick')]
    const pass = (seconds: number) => {
      for (const end = time.now + seconds * 1000; time.now < end; ) {
        time.now += 1000
        quick.send(100)
        trickle.send(10)
        for (const { everyMs, work } of [...time.looks]) if (everyMs === 1000) work()
      }
    }
    pass(11)
    assert.deepEqual(dropped, [])
    pass(1)
    assert.deepEqual(dropped, ['trickle slow'])
    pass(60)
    quick.end()
    assert.deepEqual(dropped, ['trickle slow'])
    pass(1)
    assert.deepEqual(time.looks, [], 'no upload is left to check')
  })

  test('is not blamed for time in which the process was too busy to read', () => {
    const { time, dropped, begin } = openBudget()
    begin('one')
    const look = (at: number) => {
      time.now = at
      for (const { work } of [...time.looks]) work()
    }
    look(60_000)
    assert.deepEqual(dropped, [])
    for (let at = 61_000; at < 68_000; at += 1000) look(at)
    assert.deepEqual(dropped, [])
    look(68_000)
    assert.deepEqual(dropped, ['one slow'])
  })
})
