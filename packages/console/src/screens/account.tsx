import { Title } from '@mantine/core'

export default function AccountScreen() {
  return <Title>Account</Title>
}
