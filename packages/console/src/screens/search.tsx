import { Title } from '@mantine/core'

export default function SearchScreen() {
  return <Title>Search</Title>
}
