import pino from 'pino'

export type Logger = pino.Logger

const SECRET_PATHS = [
  'password',
  'token',
  'authorization',
  'cookie',
  '*.password',
  '*.token',
  '*.authorization',
  '*.cookie',
]

/** JSON lines on standard output; secrets are cut out by name. */
export const openLog = (level: string): Logger =>
  pino({ level, redact: { paths: SECRET_PATHS, censor: '[cut]' } })
