import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Which proxies may report the client's address: a number of hops before us, or those at certain addresses and networks. */
export type TrustedProxies = { hops: number } | { addresses: string[] }

/** Whether the proxy at this address may report who called it. The hop closest to us is number 0. */
export type TrustProxy = (address: string, hop: number) => boolean

export function trustsNone(trusted: TrustedProxies): boolean {
  return 'hops' in trusted && trusted.hops === 0
}

export function createTrustProxy(trusted: TrustedProxies): TrustProxy {
  if ('hops' in trusted) return (_address, hop) => hop < trusted.hops
  const list = new BlockList()
  for (const one of trusted.addresses) {
    const [address = '', prefix] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // A proxy may write anything into the header.
    if (isIPv4(address)) return list.check(address, 'ipv4')
    return isIPv6(address) && list.check(address, 'ipv6')
  }
}
