/** For a platform that doesn't describe itself. */
export function nameOfPlatform(platform: string): string {
  return platform.charAt(0).toUpperCase() + platform.slice(1)
}
