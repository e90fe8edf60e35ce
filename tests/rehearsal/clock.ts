import { join } from 'node:path'
import { writeClockLibrary, writeOffset } from './clock-library.ts'

/**
 * The clock of the machines of the rehearsal. Waiting times of a day and terms of a plan pass at
 * once: the programs themselves have no switch for it.
 */
export function createRehearsalClock(folder: string) {
  const library = join(folder, 'clock.so')
  const offsetFile = join(folder, 'clock-offset')
  let seconds = 0
  writeOffset(offsetFile, seconds)
  writeClockLibrary(library, offsetFile)

  return {
    environment: { LD_PRELOAD: library },
    now: () => new Date(Date.now() + seconds * 1_000),
    advance: (hours: number) => {
      seconds += Math.ceil(hours * 3_600)
      writeOffset(offsetFile, seconds)
    },
  }
}

export type RehearsalClock = ReturnType<typeof createRehearsalClock>
