/** The levels of verification, the lowest first. A level needs all lower ones. */
export const LEVELS = ['basic', 'full', 'source_of_funds'] as const
export type Level = (typeof LEVELS)[number]

export const LEVEL_NAMES: Record<Level, string> = {
  basic: 'Basic',
  full: 'Full',
  source_of_funds: 'Source of funds',
}

/** The result of `verified_level()`: 0 is none, 3 is source of funds. */
export type LevelNumber = 0 | 1 | 2 | 3

/** Returns the number of a level, from 1. */
export const getLevelNumber = (level: Level): LevelNumber =>
  (LEVELS.indexOf(level) + 1) as LevelNumber

/** Returns the level before another; null before the lowest. */
export const getLowerLevel = (level: Level): Level | null =>
  LEVELS[LEVELS.indexOf(level) - 1] ?? null
