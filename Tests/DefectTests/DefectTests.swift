import Resolver
import Testing
