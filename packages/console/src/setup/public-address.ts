/** Names and addresses that only work at home or on the machine itself. */
const localNames = /(^|\.)(localhost|local|lan|home|internal|home\.arpa)$/
const privateNumbers =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/

/** Whether a platform on the internet could use it: HTTPS, with a name that isn't local. */
export function isPublicAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') return false
  const name = url.hostname
  if (name.startsWith('[')) return !/^\[(::1|fe80:|f[cd])/i.test(name)
  return name.includes('.') && !localNames.test(name) && !privateNumbers.test(name)
}
