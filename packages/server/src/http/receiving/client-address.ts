import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { addressGroup } from './address-group.ts'

/**
 * The address whose limits a request counts against: what the trusted proxies say, else where the connection comes from. A proxy
 * that forwards whatever it was told could name anything, so only what is an address counts.
 */
export function clientAddress(request: FastifyRequest): string {
  const { ip } = request
  const told = ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return addressGroup(isIP(told) > 0 ? told : (request.socket.remoteAddress ?? ''))
}
