/** As people write it. */
export function nameOfPlatform(platform: string): string {
  return platform.charAt(0).toUpperCase() + platform.slice(1)
}
