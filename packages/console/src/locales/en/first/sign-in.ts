export const signIn = {
  title: 'Sign in to Innkeeper',
  lead: 'Read and search what your groups said.',
  ended: { title: 'Your sign-in has ended', text: 'Sign in again to go on where you were.' },
  problem: {
    title: 'Signing in did not work out',
    denied: 'You did not allow it on the other page. Nothing has changed; you can try again.',
    expired: 'It took too long, or the page was opened twice. Please try again.',
    failed: 'The other service did not confirm who you are. Try again, or use a link or a key.',
  },
  platform: 'Continue with {{platform}}',
  or: 'or with a key',
  key: {
    label: 'API key',
    description: 'It begins with ink_. It is sent once, over this page; the browser keeps only the sign-in.',
    submit: 'Sign in',
    wrong: 'This key is not valid. It may be mistyped, revoked or expired.',
    malformed: 'A key begins with ink_ and has 53 characters.',
  },
  link: {
    title: 'Your one-time link',
    text: 'Pressing the button signs this browser in and uses the link up. The sign-in holds for 30 days, or until you sign out.',
    otherWays: 'Other ways to sign in',
    submit: 'Sign in',
    invalid: {
      title: 'This link is not valid any more',
      text: 'Each link works once, for 15 minutes. Send /link to the bot again for a new one.',
    },
  },
  how: {
    title: 'No key at hand?',
    chat: 'Send `/link` to the bot in your private chat with it: it answers with a link for this page.',
    operator: 'If you run this service: `./innkeeper signin --user <id>` prints such a link.',
  },
  cookieNotStored: {
    title: 'Your browser did not keep the sign-in',
    text: 'Cookies seem to be blocked for this page. Allow them for this address, and sign in again.',
  },
  insecure: {
    title: 'Signing in is not possible at this address',
    text: 'The page came over plain HTTP, where browsers keep no safe sign-in. Open it over HTTPS, or at {{address}} on the machine itself.',
  },
  reference: 'API reference',
} as const
