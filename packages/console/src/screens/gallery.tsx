import { Title } from '@mantine/core'

export default function GalleryScreen() {
  return <Title>Gallery</Title>
}
