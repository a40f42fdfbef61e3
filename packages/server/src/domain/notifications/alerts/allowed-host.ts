/** Whether the operator allowed the host of a URL, on this port or on all of them, although its address may not be public. */
export function isAllowedHost({ hostname, host, port, protocol }: URL, allow: readonly string[]): boolean {
  const withPort = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
  return allow.includes(hostname) || allow.includes(withPort)
}
