/** Formats of strings. Only `date` is a standard one. */
export const formats = {
  date: isDay,
  timestamp: isTimestamp,
  timezone: isTimezone,
  'clock-time': isClockTime,
  'https-address': isHttpsAddress,
  'not-blank': isNotBlank,
  'rule-id': isRuleId,
}

/** A real calendar day, YYYY-MM-DD. */
export function isDay(value: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (Number(day) <= 28) return Number(day) >= 1 && Number(month) >= 1 && Number(month) <= 12
  const date = new Date(Date.UTC(2000, 0))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
}

function isTimestamp(value: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value))
  )
}

/** A zone of the IANA database. Offsets such as +09:00 are refused, because they ignore daylight saving time. */
export function isTimezone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false
  // The default. Skips the first formatter of the process, which takes about 40 ms.
  if (value === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

function isClockTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

/** Contains at least one visible character. */
function isNotBlank(value: string): boolean {
  return /[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(value)
}

function isRuleId(value: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(value)
}

/** Without user name and password, which the chat platform would see. */
function isHttpsAddress(value: string): boolean {
  const url = URL.parse(value)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}
