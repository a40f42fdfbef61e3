/** Somebody spoken of. Platforms that can, tell them; the others show the name. */
export type Mention = { userId: string; name: string }

export type Part =
  | { kind: 'text'; pieces: (string | Mention)[] }
  /** Fetched by the platform from this address. */
  | { kind: 'picture'; url: string }

export type Choice = { label: string; text: string }

/** What the bot says at one time. Plain, because it waits in the store as part of a job. */
export type OutgoingMessage = {
  parts: Part[]
  /** Buttons below the last part, where the platform has them. */
  choices?: Choice[]
}

/** What a command is answered with. `inLog`: what the send log says instead, where it holds a secret or names a third person. */
export type CommandAnswer = string | { speech: OutgoingMessage; inLog?: OutgoingMessage }

export function say(text: string): OutgoingMessage {
  return { parts: [{ kind: 'text', pieces: [text] }] }
}

/** The same in words alone: for the log, and for platforms that have no more than words. */
export function textsOf({ parts }: OutgoingMessage): string[] {
  return parts.map((part) =>
    part.kind === 'picture'
      ? part.url
      : part.pieces.map((piece) => (typeof piece === 'string' ? piece : `@${piece.name}`)).join(''),
  )
}
