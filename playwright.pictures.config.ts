import config from './playwright.screens.config.ts'

/** The sandbox as shipped; takes the pictures of docs/pictures. */
export default { ...config, testDir: 'tests/pictures', testMatch: 'pictures.ts' }
