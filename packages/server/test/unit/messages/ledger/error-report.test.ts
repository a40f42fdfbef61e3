import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readErrorReport } from '../../../../src/adapters/line/error-report.ts'

const at = (time: string) => Date.parse(`2026-03-10T${time}+09:00`)

test('the list of webhook errors is read by its headings, in the time of Japan', () => {
  const text = [
    '\ufeffDate\tStart\tEnd\tReason\tDetail\tErrors',
    '2026-03-10\t14:02:11\t14:03:05\tREQUEST_TIMEOUT\t\t12',
    '2026/03/10\t23:59:50\t00:00:20\t"ERROR_STATUS_CODE"\t503\t2',
    '2026-03-10\t9:05\t9:05\tCOULD_NOT_CONNECT\tTLS handshake failure\t1',
    '',
  ].join('\r\n')
  assert.deepEqual(readErrorReport(text), {
    rows: [
      { from: at('14:02:11'), to: at('14:03:05'), deliveries: 12, detail: 'REQUEST_TIMEOUT' },
      { from: at('23:59:50'), to: at('23:59:50') + 30_000, deliveries: 2, detail: 'ERROR_STATUS_CODE: 503' },
      { from: at('09:05:00'), to: at('09:05:01'), deliveries: 1, detail: 'COULD_NOT_CONNECT: TLS handshake failure' },
    ],
    unread: [],
  })
})

test('columns may come in another order, times with their dates, and lines that fit nothing are named', () => {
  const text = 'Errors\tEnd\tStart\tDate\n3\t2026-03-10 10:01:00\t2026-03-10 10:00:00\t2026-03-10\nTotal\t\t\t\n'
  const { rows, unread } = readErrorReport(text)
  assert.deepEqual(rows, [{ from: at('10:00:00'), to: at('10:01:00'), deliveries: 3, detail: '' }])
  assert.deepEqual(unread, [3])
})

test('a file that is something else is rejected with what is missing', () => {
  assert.throws(() => readErrorReport('name,phone\nMika,1'), /no column date, start, end/)
  assert.throws(() => readErrorReport(''), /no column/)
})
