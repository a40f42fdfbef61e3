export function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

export function formatCount(value: number, thing: string): string {
  return `${formatNumber(value)} ${thing}${value === 1 ? '' : 's'}`
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(value: number): string {
  const step = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return `${step === 0 ? value : (value / 1000 ** step).toFixed(1)} ${units[step]}`
}
