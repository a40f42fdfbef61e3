import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChannel } from './channel.ts'

/** Actors who are no one in the chat. */
const nobody = new Set(['', 'operator', 'system', 'erased'])

/** Whether someone has a page in the channel. People who are only known from an imported chat history have none. */
export const hasPage = (userId: string) => !nobody.has(userId) && !userId.startsWith('import:')

/** `tabIndex`: -1 where every row of a long list has one, and there is another way for the keyboard. */
type Props = { userId: string; tabIndex?: -1; target?: '_blank'; children: ReactNode }

/** A name that leads to the person's page in the open channel. Plain text if there is no such person. */
export function PersonLink({ userId, children, ...rest }: Props) {
  const { channelId } = useChannel()
  if (!hasPage(userId)) return children
  return (
    <Anchor
      inherit
      c="inherit"
      underline="hover"
      {...rest}
      renderRoot={(props) => (
        <Link to="/channels/$channelId/members/$userId" params={{ channelId, userId }} {...props} />
      )}
    >
      {children}
    </Anchor>
  )
}

type InTextProps = {
  userId: string
  name: string
  /** The sentence with this text in place of the name. */
  write: (name: string) => string
}

/** Stands for the name while a sentence is filled in. No one can type it. */
const gap = '\u{F0000}'

/** A sentence with a name that leads to the person's page. */
export function PersonInText({ userId, name, write }: InTextProps) {
  const [before = '', ...after] = write(gap).split(gap)
  return (
    <>
      {before}
      <PersonLink userId={userId}>
        <bdi>{name}</bdi>
      </PersonLink>
      {after.join(gap)}
    </>
  )
}
