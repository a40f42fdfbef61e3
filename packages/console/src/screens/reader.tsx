import { Title } from '@mantine/core'

export default function ReaderScreen() {
  return <Title>Reader</Title>
}
