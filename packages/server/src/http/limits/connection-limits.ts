import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../receiving/address-group.ts'
import type { DropReport } from '../receiving/drop-report.ts'
import type { TrustProxy } from '../receiving/trusted-proxies.ts'

/** How many connections there may be on which no caller has proven who they are. */
export type ConnectionLimits = { mostUnknown: number; mostUnknownPerAddress: number }

export type Connections = {
  /** Its caller has a valid key, or signed what they sent: from now on it is not counted. */
  noteKnown(socket: Socket): void
  /** Before the server closes: it would wait for those that have not even agreed on TLS, and knows of no way to close them. */
  dropHandshakes(): void
}

/** Undefined for proxies, which speak for many callers. */
type Entry = { address: string | undefined; hasAsked: boolean }

/**
 * Bounds what callers hold who never get as far as a request, or whose requests need no key. Where there are too many, the
 * connection that has made no progress for the longest time is dropped.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { trustProxy, drops, refuse }: { trustProxy: TrustProxy; drops: DropReport; refuse: (socket: Socket) => void },
): Connections {
  // In the order of their last progress: opened, or a request whose headers were complete.
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
    // In the middle of its first request it can be told why; later, an answer could be taken for that to another request.
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
    const end = endOf(socket)
    handshakes.set(end, socket)
    socket.once('close', () => handshakes.delete(end))
  })
  // A connection with TLS begins as a plain one, which is handed over to another socket when both sides have agreed.
  const isTls = 'setSecureContext' in server
  server.on('secureConnection', (socket: Socket) => {
    const plain = handshakes.get(endOf(socket))
    if (plain) forget(plain)
    handshakes.delete(endOf(socket))
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

function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
