// evaluated again for each test file, unlike what it imports
import './argon2-cost.ts'
