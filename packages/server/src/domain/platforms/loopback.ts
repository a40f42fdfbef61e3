/** Whether a host of an address, as `URL` tells it, is the machine itself. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
