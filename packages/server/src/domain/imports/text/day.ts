/** Midnight of a date in UTC, in milliseconds since 1970. Undefined if that date doesn't exist. */
export function toDay(year: string, month: string, day: string): number | undefined {
  const common = toCommonYear(Number(year))
  const date = new Date(Date.UTC(common, Number(month) - 1, Number(day)))
  const exists = date.getUTCFullYear() === common && date.getUTCMonth() === Number(month) - 1
  return exists && date.getUTCDate() === Number(day) && common > 1900 ? date.getTime() : undefined
}

/** The Thai calendar counts from the year 543 BC. */
const toCommonYear = (year: number): number => (year >= 2400 ? year - 543 : year)
