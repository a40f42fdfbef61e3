type Finding = { title: string; text: string }

/** Everything the setup of LINE says. Names in quotation marks are those of LINE's own pages, in this language. */
export type LineSetupTexts = {
  intro: string
  addressNeeds: string
  steps: Record<'create' | 'groups' | 'replies' | 'values', { title: string; text: string }>
  links: { manager: string; console: string }
  fields: Record<'channelId' | 'channelSecret' | 'accessToken', { label: string; hint: string }>
  invitation: string[]
  checks: {
    /** `{field}`: the label of the field. */
    form: { title: string } & Record<
      | 'secretAsId'
      | 'handleAsId'
      | 'userAsId'
      | 'notDigits'
      | 'idAsSecret'
      | 'tokenAsSecret'
      | 'secretLength'
      | 'secretAsToken'
      | 'shortToken',
      string
    >
    credentials: { title: string } & Record<
      'accepted' | 'refusedPair' | 'refusedToken' | 'otherChannel' | 'missing',
      string
    >
    silence: Finding
    account: { title: string; found: string; other: string }
    clock: { title: string; ahead: string; behind: string }
    address: { title: string; set: string; refused: string; failed: string }
    switch: { title: string; on: string; off: string; unknown: string }
    delivery: { title: string } & Record<
      'works' | 'unreachable' | 'late' | 'signature' | 'redirected' | 'notFound' | 'status' | 'unknown',
      string
    >
    redelivery: { title: string; seen: string; unknown: string }
    replies: { title: string; chatOn: string; unknown: string }
    groups: Finding
  }
}
