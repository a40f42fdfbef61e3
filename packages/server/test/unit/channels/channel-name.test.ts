import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roomName } from '../../../src/domain/channels/channel-defaults.ts'

test('a room is named after a few of its people', () => {
  const cases: [names: string[], count: number, name: string][] = [
    [[], 0, 'Room'],
    [[], 5, 'Room'],
    [['Aiko'], 1, 'Room of Aiko'],
    [['Aiko'], 3, 'Room of Aiko and 2 more'],
    [['Aiko', 'Ben'], 2, 'Room of Aiko and Ben'],
    [['Aiko', 'Ben', 'Chen'], 3, 'Room of Aiko, Ben and Chen'],
    [['Aiko', 'Ben', 'Chen', 'Dita'], 4, 'Room of Aiko, Ben, Chen and 1 more'],
  ]
  for (const [names, count, name] of cases) assert.equal(roomName(names, count), name)
})
