/** Where messages are going, as far as the rules need it. */
export type Destination = {
  type: 'user' | 'group' | 'room'
  isMember(userId: string): boolean
  isQuotable(quoteToken: string): boolean
}
