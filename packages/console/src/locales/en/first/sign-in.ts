export const signIn = {
  title: 'Sign in to Innkeeper',
  lead: 'Read and search your groups’ messages.',
  add: { title: 'Add an account', lead: 'You stay signed in to your other accounts.', back: 'Back to your account' },
  ended: { title: 'You’ve been signed out', text: 'Sign in again to pick up where you left off.' },
  problem: {
    title: 'Sign-in failed',
    denied: 'You declined access on the other page. Nothing has changed, and you can try again.',
    expired: 'It took too long, or the page was opened twice. Try again.',
    failed: 'The platform didn’t confirm who you are. Try again, or sign in with a link or an API key.',
  },
  platform: 'Continue with {{platform}}',
  chat: {
    title: 'Get a link from the bot',
    text: 'Send `/link` to your group’s bot in a private chat. It replies with a link that signs you in here.',
    open: 'Get the link in {{name}}',
  },
  or: 'or use an API key',
  key: {
    label: 'API key',
    description: 'Starts with ink_. You can use the same key every time. This browser doesn’t remember it.',
    submit: 'Sign in',
    wrong: 'This key isn’t valid. It may be mistyped, revoked or expired.',
    malformed: 'A key starts with ink_ and has 53 characters.',
  },
  link: {
    title: 'Your sign-in link',
    stay: 'Stay signed in as {{names}}, too',
    text: 'You can use this link only once. You’ll stay signed in on this browser for 30 days, or until you sign out.',
    otherWays: 'Other ways to sign in',
    submit: 'Sign in',
    invalid: {
      title: 'This link no longer works',
      text: 'You can use each link once, within 15 minutes. Send /link to the bot to get a new one.',
    },
  },
  operator:
    'Do you run this service? This command prints a link that signs you in. Add `--data` if your data isn’t in `./data`:',
  setUp: {
    title: 'This service isn’t set up yet',
    text: 'If you run it, set it up in the browser with the link that it printed when it started.',
    button: 'Set up the service',
  },
  operatorAccount: {
    open: 'Sign in as the operator',
    title: 'Operator account',
    name: 'Name',
    passphrase: 'Passphrase',
    recoveryCode: 'Recovery code',
    wrong: 'The name or the passphrase is wrong.',
    submit: 'Sign in',
    useRecoveryCode: 'Use a recovery code instead',
    usePassphrase: 'Use the passphrase instead',
  },
  cookieNotStored: {
    title: 'Your browser blocked the sign-in',
    text: 'Cookies seem to be blocked for this page. Allow them for this address, then sign in again.',
  },
  insecure: {
    title: 'You can’t sign in at this address',
    text: 'This page was loaded over plain HTTP, where sign-ins aren’t safe. Open it over HTTPS, or at {{address}} on the server itself.',
  },
  reference: 'API reference',
} as const
