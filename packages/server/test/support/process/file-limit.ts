/**
 * A program under which a command can't write files larger than this, for the option `under`. The system refuses it as a full disk
 * does, and it needs no rights.
 */
export function underFileLimit(sizeBytes: number): string[] {
  // In blocks of 512 bytes.
  return ['sh', '-c', `ulimit -f ${Math.floor(sizeBytes / 512)} && exec "$@"`, 'sh']
}
