import { isIPv6 } from 'node:net'

/**
 * Whose limits a caller's address counts against. Whoever has one IPv6 address usually has the 2^64 of its network, so these
 * count as one; an IPv4 address written in IPv6 is itself.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const [before = '', after] = withoutZone.toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  // An IPv4 address at the end is two groups long, and never among the first four where anything stands before it.
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length - (withoutZone.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
