import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address whose limits a request counts against: the one the trusted proxies report, or else where the connection comes
 * from. A proxy may forward a header that anyone wrote, so anything that isn't an IP address is ignored.
 */
export function clientAddress(request: FastifyRequest): string {
  const { ip } = request
  const reported = ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return addressGroup(isIP(reported) > 0 ? reported : (request.socket.remoteAddress ?? ''))
}

/**
 * The group of addresses that share one limit. A customer with one IPv6 address usually has its whole /64 network, so these 2^64
 * addresses count as one. An IPv4 address written as IPv6 counts as the IPv4 address.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const [before = '', after] = withoutZone.toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  // A trailing IPv4 address is two groups long, and is never among the first four groups if anything precedes it.
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length - (withoutZone.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
