import { start } from './build/server/server.js'
import { readConfig } from './src/platform/config.ts'
const s = await start(readConfig()); process.on('SIGTERM', async () => { await s.stop(); process.exit(0) })
