import type { AddressReport } from '@innkeeper/contract'

/** What is right or wrong with the way from the browser to the service; the text is in the locales, under the same name. */
export type AddressFinding = {
  id: 'https' | 'noHttps' | 'direct' | 'proxy' | 'protocol' | 'address' | 'untrusted' | 'host'
  isGood: boolean
}

/** Compares what the browser opened with what arrived at the service. The difference is what a proxy did. */
export function judgeAddress(
  report: Omit<AddressReport, 'certificate'>,
  opened: Pick<Location, 'protocol' | 'host'>,
): [AddressFinding, ...AddressFinding[]] {
  const { host, isEncrypted, isForwarded, forwardedProtocol, isProxyTrusted } = report
  const isSecure = opened.protocol === 'https:'
  const secure: AddressFinding = isSecure ? { id: 'https', isGood: true } : { id: 'noHttps', isGood: false }
  // The service itself doesn't encrypt, so something in between does.
  const hasProxy = isForwarded || forwardedProtocol !== null || (isSecure && !isEncrypted)
  if (!hasProxy) return [secure, { id: 'direct', isGood: true }]
  const problems: AddressFinding['id'][] = [
    ...(isSecure && !isEncrypted && forwardedProtocol !== 'https' ? (['protocol'] as const) : []),
    ...(!isForwarded ? (['address'] as const) : !isProxyTrusted ? (['untrusted'] as const) : []),
    ...(host !== opened.host ? (['host'] as const) : []),
  ]
  if (problems.length === 0) return [secure, { id: 'proxy', isGood: true }]
  return [secure, ...problems.map((id) => ({ id, isGood: false }))]
}
