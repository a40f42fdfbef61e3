/** A mention of a person. Platforms that support it notify them; others show the name. */
export type Mention = { userId: string; name: string }

export type Part =
  | { kind: 'text'; pieces: (string | Mention)[] }
  /** Fetched by the platform from this address. */
  | { kind: 'picture'; url: string }

export type Choice = { label: string; text: string }

/** What the bot sends at once. Plain data, because it is stored as part of a job. */
export type OutgoingMessage = {
  parts: Part[]
  /** Buttons below the last part, where the platform has them. */
  choices?: Choice[]
  /** A button that opens an address, where the platform has them. The parts have the address, too. `text` stands beside it. */
  link?: { text: string; label: string; url: string }
}

/** The reply to a command. `inLog`: what the send log shows instead, if it contains a secret or names a third person. */
export type CommandAnswer = string | { speech: OutgoingMessage; inLog?: OutgoingMessage }

export function say(text: string): OutgoingMessage {
  return { parts: [{ kind: 'text', pieces: [text] }] }
}

/** The same as plain text: for the log, and for platforms that support only text. */
export function textsOf({ parts }: OutgoingMessage): string[] {
  return parts.map((part) =>
    part.kind === 'picture'
      ? part.url
      : part.pieces.map((piece) => (typeof piece === 'string' ? piece : `@${piece.name}`)).join(''),
  )
}
