import { BlockList, isIP } from 'node:net'

/**
 * Addresses that are not public, according to IANA's registries of special-purpose addresses. One list per family: in a shared
 * list, a rule for IPv6 would also apply to IPv4 addresses in their IPv6 form.
 */
const notPublic = {
  ipv4: listOf('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    // Shared by the customers of a provider.
    '100.64.0.0/10',
    '127.0.0.0/8',
    // Includes the address of cloud metadata services, which contain credentials.
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ]),
  ipv6: listOf('ipv6', [
    // Everything except 2000::/3, the only allocated range: loopback, IPv4 in its IPv6 forms, NAT64, private, link-local,
    // multicast and future ones.
    '::/3',
    '4000::/2',
    '8000::/1',
    // For protocols, Teredo among them, which carries an IPv4 address.
    '2001::/23',
    '2001:db8::/32',
    // 6to4 carries one, too.
    '2002::/16',
    '3fff::/20',
  ]),
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  // A zone (`%eth0`) names a local link.
  if (version === 0 || address.includes('%')) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  return !notPublic[family].check(address, family)
}

/** Link-local addresses and those of cloud metadata services, which contain credentials: never contacted, even if they're on the allow list. */
const metadata = { ipv4: listOf('ipv4', ['169.254.0.0/16']), ipv6: listOf('ipv6', ['fe80::/10', 'fd00:ec2::/32']) }
const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

export function isMetadataAddress(address: string): boolean {
  const plain = mappedIPv4.exec(address)?.[1] ?? address
  const version = isIP(plain)
  if (version === 0 || plain.includes('%')) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  return metadata[family].check(plain, family)
}

function listOf(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
