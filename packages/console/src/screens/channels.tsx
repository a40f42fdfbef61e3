import { Title } from '@mantine/core'

export default function ChannelsScreen() {
  return <Title>Channels</Title>
}
