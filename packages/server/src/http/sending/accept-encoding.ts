/** Whether the header lists this encoding, and not with a quality of 0, which means never. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  return header.split(',').some((one) => {
    const [name, quality = 'q=1'] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
}
