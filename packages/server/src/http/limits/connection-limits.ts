import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../receiving/client-address.ts'
import type { DropReport } from '../receiving/drop-report.ts'
import type { TrustProxy } from '../receiving/trusted-proxies.ts'

/** How many connections without an authenticated caller may be open. */
export type ConnectionLimits = { mostUnknown: number; mostUnknownPerAddress: number }

export type Connections = {
  /** Its caller has a valid key or sent a valid signature: it no longer counts. */
  noteKnown(socket: Socket): void
  /** Call before the server closes: it would wait for connections in a TLS handshake, and has no way to close them. */
  dropHandshakes(): void
}

/** `address` is undefined for proxies, which forward for many callers. */
type Entry = { address: string | undefined; hasAsked: boolean }

/**
 * Bounds the connections of callers who never finish a request, or whose requests need no key. When there are too many, the
 * connection without progress for the longest time is dropped.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { trustProxy, drops, refuse }: { trustProxy: TrustProxy; drops: DropReport; refuse: (socket: Socket) => void },
): Connections {
  // Ordered by last progress: opened, or received the complete headers of a request.
  const unknown = new Map<Socket, Entry>()
  const perAddress = new Map<string, number>()

  const forget = (socket: Socket) => {
    const entry = unknown.get(socket)
    if (!entry) return
    unknown.delete(socket)
    if (entry.address === undefined) return
    const others = (perAddress.get(entry.address) ?? 1) - 1
    if (others === 0) perAddress.delete(entry.address)
    else perAddress.set(entry.address, others)
  }
  const drop = (socket: Socket, { hasAsked }: Entry) => {
    forget(socket)
    drops.note('connection')
    // During its first request it can be sent the reason. Later, that could be mistaken for the response to another request.
    if (!hasAsked && socket.bytesRead > 0) refuse(socket)
    else socket.destroy()
  }
  const dropOldest = (address?: string) => {
    for (const [socket, entry] of unknown) {
      if (address === undefined || entry.address === address) return drop(socket, entry)
    }
  }
  const add = (socket: Socket) => {
    const { remoteAddress } = socket
    const isProxy = remoteAddress === undefined || trustProxy(remoteAddress, 0)
    const address = isProxy ? undefined : addressGroup(remoteAddress)
    unknown.set(socket, { address, hasAsked: false })
    socket.once('close', () => forget(socket))
    if (address !== undefined) {
      const count = (perAddress.get(address) ?? 0) + 1
      perAddress.set(address, count)
      if (count > limits.mostUnknownPerAddress) dropOldest(address)
    }
    if (unknown.size > limits.mostUnknown) dropOldest()
  }

  const handshakes = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    add(socket)
    if (!isTls) return
    const end = remoteEnd(socket)
    handshakes.set(end, socket)
    socket.once('close', () => handshakes.delete(end))
  })
  // A TLS connection begins as a plain socket, which is replaced by another one after the handshake.
  const isTls = 'setSecureContext' in server
  server.on('secureConnection', (socket: Socket) => {
    const plain = handshakes.get(remoteEnd(socket))
    if (plain) forget(plain)
    handshakes.delete(remoteEnd(socket))
    add(socket)
  })
  server.on('request', ({ socket }) => {
    const entry = unknown.get(socket)
    if (!entry) return
    unknown.delete(socket)
    unknown.set(socket, { ...entry, hasAsked: true })
  })
  return {
    noteKnown: forget,
    dropHandshakes() {
      for (const socket of handshakes.values()) socket.destroy()
    },
  }
}

function remoteEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
