import { hashToken, randomText } from './token.ts'

/** How long a browser stays signed in at most, however it signed in. */
export const signInLifeMs = 30 * 86_400_000

/** Per key, or per person without a key; one more ends the oldest. No one has this many browsers. */
export const mostSignIns = 50

/** Long enough to get from the chat to the browser. */
export const linkLifeMs = 15 * 60_000

/** The code of a one-time link: 131 random bits. */
export function createLinkCode(): string {
  return randomText(22)
}

/** The form in which a code is stored. */
export function hashLinkCode(code: string): string {
  return hashToken(code)
}

/**
 * The code comes after the `#`, which browsers don't send: no log and no link preview ever sees it. `channelId`: the channel that is
 * shown after signing in.
 */
export function linkWith(baseUrl: string, code: string, channelId?: string): string {
  const back =
    channelId === undefined ? '' : `?back=${encodeURIComponent(`/channels/${encodeURIComponent(channelId)}`)}`
  return `${baseUrl}/sign-in${back}#${code}`
}
