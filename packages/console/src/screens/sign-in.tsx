import { Title } from '@mantine/core'

export default function SignInScreen() {
  return <Title>SignIn</Title>
}
