/** What a browser can do, as far as it says. */
export type BrowserAbilities = {
  /** HTTPS, or the machine itself. */
  isSecure: boolean
  hasPush: boolean
  /** An iPhone or iPad, where only an installed app can get notifications. */
  isApple: boolean
  permission: NotificationPermission
  /** Whether the browser has an address at a push service. */
  isSubscribed: boolean
}

export type NotificationStanding =
  | 'on'
  | 'off'
  | 'blocked'
  | 'insecure'
  | 'install-first'
  | 'unsupported'
  | 'not-set-up'

/** It takes both sides: the browser and the service. */
export function decideStanding(
  browser: BrowserAbilities,
  { isOn, hasKey }: { isOn: boolean; hasKey: boolean },
): NotificationStanding {
  if (!hasKey) return 'not-set-up'
  if (!browser.isSecure) return 'insecure'
  if (!browser.hasPush) return browser.isApple ? 'install-first' : 'unsupported'
  if (browser.permission === 'denied') return 'blocked'
  return isOn && browser.isSubscribed && browser.permission === 'granted' ? 'on' : 'off'
}

/** An iPad claims to be a Mac, but no Mac has a touch screen. */
export function isAppleTouch({ userAgent, touchPoints }: { userAgent: string; touchPoints: number }): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}
