export type AccessToken = {
  kind: 'long-lived' | 'short-lived' | 'v2.1' | 'stateless'
  issuedAt: number
  expiresAt: number
  keyId?: string
}

const mostTokens = 30
const dayMs = 86_400_000

/** Lifetime of each kind; the maximum for a v2.1 token, which may request less. */
export const lifeMs = { stateless: 15 * 60_000, 'short-lived': 30 * dayMs, 'v2.1': 30 * dayMs } as const

export type TokenKind = keyof typeof lifeMs

/** Which tokens are revoked, or whether the limit is reached, before one of this kind is issued. */
export function decideIssue(
  tokens: ReadonlyMap<string, AccessToken>,
  kind: TokenKind,
  at: number,
): { kind: 'issue'; dropped: string[] } | { kind: 'too-many' } {
  const live = [...tokens].filter(([, token]) => token.kind === kind && at < token.expiresAt)
  if (kind === 'stateless' || live.length < mostTokens) return { kind: 'issue', dropped: [] }
  if (kind === 'v2.1') return { kind: 'too-many' }
  // In the order of issue: the oldest is revoked first.
  return { kind: 'issue', dropped: live.slice(0, live.length - mostTokens + 1).map(([text]) => text) }
}

/** Seconds left, as the platform reports them; for long-lived tokens it reports a date far in the future. */
export function secondsLeft({ expiresAt }: AccessToken, at: number): number {
  return expiresAt === Number.POSITIVE_INFINITY ? 2_147_483_647 : Math.floor((expiresAt - at) / 1_000)
}
