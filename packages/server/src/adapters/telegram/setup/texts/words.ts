type Finding = { title: string; text: string }

/** Everything the setup of Telegram says. Names in quotation marks are those of Telegram's own apps. */
export type TelegramSetupTexts = {
  intro: string
  addressNeeds: string
  steps: Record<'create' | 'privacy' | 'token', { title: string; text: string }>
  links: { botFather: string }
  token: { label: string; hint: string }
  invitation: string[]
  checks: {
    form: { title: string } & Record<'missing' | 'handle' | 'incomplete', string>
    credentials: { title: string; accepted: string; refused: string }
    silence: Finding
    clock: { title: string; ahead: string; behind: string }
    account: { title: string; found: string; other: string }
    groups: { title: string; on: string; off: string }
    privacy: { title: string; on: string; off: string }
    receiving: { title: string } & Record<
      'asked' | 'delivered' | 'foreign' | 'remove' | 'removed' | 'failing' | 'unknown',
      string
    >
  }
}
