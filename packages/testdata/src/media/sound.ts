import type { Random } from '../random.ts'

const samplesPerSecond = 8000
const noteSamples = 2000
/** A pentatonic scale, in hertz: any order sounds fine. */
const scale = [262, 294, 330, 392, 440, 523]

/** A little tune as a WAV file: one channel, 8 bits, 8 kHz, exactly as long as requested (in whole samples). */
export function playTune(durationMs: number, random: Random): Buffer {
  const samples = Math.floor((durationMs * samplesPerSecond) / 1000)
  const padding = samples % 2 // chunks have even lengths
  const file = Buffer.alloc(44 + samples + padding)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20) // uncompressed
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(samplesPerSecond, 24)
  file.writeUInt32LE(samplesPerSecond, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples, 40)
  let hertz = 0
  for (let sample = 0; sample < samples; sample++) {
    const inNote = sample % noteSamples
    if (inNote === 0) hertz = random.pick(scale)
    file[44 + sample] = 128 + triangle(inNote * hertz, (noteSamples - inNote) / noteSamples)
  }
  return file
}

/** A fading triangle wave with integer steps, because a sine may differ in its last bit between machines. */
function triangle(phase: number, loudness: number): number {
  const quarter = samplesPerSecond / 4
  const position = phase % samplesPerSecond
  const height = position < 2 * quarter ? position - quarter : 3 * quarter - position
  return Math.trunc((height / quarter) * 100 * loudness)
}
