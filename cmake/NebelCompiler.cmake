# Compiler settings shared by every room: warnings are errors, checks are never compiled out.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths are kept relative in the cache, so that a second clone on the same machine builds quickly.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
option(NEBEL_MOLD "link with mold where it is installed" ON)
if(MOLD_PROGRAM AND NEBEL_MOLD AND NOT NEBEL_FUZZ)
  add_link_options(-fuse-ld=mold)
endif()

# Testing: optimised like Release, debug information and library assertions kept.
set(CMAKE_CXX_FLAGS_TESTING "-O2 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

add_compile_options(-Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor
                    -Woverloaded-virtual -Wimplicit-fallthrough)
# g++ 12 at -O3 warns of overlapping copies inside std::string's operator+ where there are none.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NEBEL_MARCH)
  add_compile_options(-march=${NEBEL_MARCH})
endif()
if(NEBEL_SANITIZE)
  # -O1: instrumented code takes half as long to compile, and still runs quickly enough.
  add_compile_options(-fsanitize=${NEBEL_SANITIZE} -fno-omit-frame-pointer -g1 -O1)
  add_link_options(-fsanitize=${NEBEL_SANITIZE})
  if(NEBEL_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees ghosts in instrumented standard-library code.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()
if(NEBEL_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tl-expected REQUIRED)
