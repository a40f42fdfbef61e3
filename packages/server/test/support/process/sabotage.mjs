// Loaded into a service before its own code (NODE_OPTIONS=--import) to break it from outside, so that the program itself needs no
// switch for that. SABOTAGE says how:
//   normal                  commits no longer wait for the disk
//   kill-before-commit:N    the process dies just before the N-th commit of the writing thread
//   kill-after-commit:N     … after it is on disk and before anyone is notified
//   kill-after-writing:TABLE:N  … after the N-th commit that inserted into this table, whatever else is committed meanwhile
//   refuse-commit:N         every N-th commit fails, as on a full disk
//   kill-in-migration       the process dies after the schema change and before its commit
//   break-message:WORDS     a message that contains these words can't be stored, as with a bug
//   hold-commit:PATH        commits wait while this file exists
//   forget-attempts         every attempt of a job counts as the first
//   acknowledge-early:MS    commits to PostgreSQL are reported so long before they take place
//   clock:MS                the machine's clock is this far ahead
import { existsSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// The shell script also briefly runs the machine's own Node, which may not have this module.
const sqlite = process.getBuiltinModule?.('node:sqlite')
const [what = '', ...rest] = (process.env.SABOTAGE ?? '').split(':')
const detail = rest.join(':')

if (what === 'clock') shiftClock(Number(detail))
else if (what === 'acknowledge-early' && !isMainThread) await commitLate(Number(detail))
else if (sqlite && !isMainThread && what !== '')
  intercept(sqlite.DatabaseSync.prototype, sqlite.StatementSync.prototype)

/** Every statement of the writing thread goes through here, prepared or not. */
function intercept(database, statement) {
  const { exec } = database
  const { run } = statement
  let connection
  database.exec = function (text) {
    connection = this
    return pass(text, [], () => exec.call(this, text))
  }
  statement.run = function (...values) {
    return pass(this.sourceSQL, values, () => run.apply(this, values))
  }

  let isWeak = false
  function pass(text, values, perform) {
    if (what === 'normal' && text === 'begin immediate' && !isWeak) {
      isWeak = true
      exec.call(connection, 'pragma synchronous = normal')
    }
    if (what === 'kill-in-migration' && text.includes('pragma user_version =')) {
      exec.call(connection, text.replace(/commit\s*$/, ''))
      process.kill(process.pid, 'SIGKILL')
    }
    if (what === 'break-message' && text.startsWith('insert into messages ')) {
      if (values.some((value) => String(value).includes(detail))) throw new Error('sabotaged')
    }
    if (what === 'forget-attempts' && text.startsWith('update jobs set lease = ?')) {
      const result = perform()
      exec.call(connection, 'update jobs set attempts = 1 where attempts > 1')
      return result
    }
    if (what === 'kill-after-writing' && text.startsWith(`insert into ${rest[0]} `)) hasWritten = true
    return text === 'commit' ? commit(perform) : perform()
  }
}

let commits = 0
let hasWritten = false
let writes = 0
function commit(perform) {
  commits++
  if (hasWritten) writes++
  const isWritten = hasWritten && writes === Number(rest[1])
  hasWritten = false
  const isChosen = commits === Number(detail)
  while (what === 'hold-commit' && existsSync(detail)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  if (what === 'kill-before-commit' && isChosen) process.kill(process.pid, 'SIGKILL')
  if (what === 'refuse-commit' && commits % Number(detail) === 0) throw new Error('database or disk is full')
  const result = perform()
  if ((what === 'kill-after-commit' && isChosen) || isWritten) process.kill(process.pid, 'SIGKILL')
  return result
}

/** What the connection is asked in the meantime becomes part of the same transaction. */
async function commitLate(ms) {
  const { default: pg } = await import('pg')
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (...given) {
    if (given[0] !== 'commit') return query.apply(this, given)
    setTimeout(() => query.call(this, 'commit').catch(() => undefined), ms)
    return Promise.resolve({ command: 'COMMIT', rows: [] })
  }
}

/** In every thread. The steady clock isn't affected, as if someone had set the time. */
function shiftClock(ms) {
  const RealDate = Date
  const now = () => RealDate.now() + ms
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [now()] : parts))
    }
    static now() {
      return now()
    }
  }
}
