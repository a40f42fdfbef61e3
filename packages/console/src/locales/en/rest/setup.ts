export const setup = {
  title: 'Set up Innkeeper',
  lead: 'Create the account of the person who runs this service.',
  exists: 'This service has an operator account already.',
  signIn: 'Go to the sign-in page',
  noCode:
    'To go on, open the setup link that the service printed in its terminal or log. Without it, anyone on your network could set up the service before you.',
  linkOver: 'This setup link no longer works. Restart the service and open the link it prints.',
  account: {
    title: 'Operator account',
    text: 'With this account you see the status of the service. It doesn’t let you read any chat.',
    name: 'Name',
    nameHint: 'You sign in with it.',
    passphrase: 'Passphrase',
    passphraseHint: 'At least {{count}} characters. Several words are easy to remember and hard to guess.',
    repeat: 'Repeat the passphrase',
    tooShort: 'Enter at least {{count}} characters.',
    tooEasy: 'This passphrase is too easy to guess. Choose several words that no one connects with you.',
    different: 'The two passphrases are different.',
    submit: 'Create account',
  },
  codes: {
    title: 'Recovery codes',
    kept: 'I’ve stored the codes in a safe place',
    next: 'Continue',
  },
} as const
