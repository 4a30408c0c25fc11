# Headers that nearly every file uses.
set(NEBEL_COMMON_HEADERS <algorithm> <array> <functional> <map> <memory> <optional> <string> <vector>
                         <fmt/format.h>)

# nebel_precompile(TARGET header...): the compiler reads these once for each target instead of once for
# each file. Every file still names what it uses; the rooms of the build with the fuzzers have none, and that
# build says where one of them does not.
function(nebel_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ forgets that precompiled headers are the system's and warns of ghosts inside std::string.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow
                                             -Wno-stringop-overread)
  endif()
endfunction()

# nebel_room(NAME DEPS room... LIBS target...)
#
# One folder under src/ is one library. A room names the lower rooms it may use; using any other
# fails to link, and tests/rooms_test.py refuses an include that points down the list. Sources are
# found by globbing, so a new file (a player, for one) needs no edit anywhere else.
# A room without sources yet is passed over, and so is a test folder without tests.
function(nebel_room name)
  cmake_parse_arguments(ROOM "" "" "DEPS;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(nebel_${name} STATIC ${sources})
  target_include_directories(nebel_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(nebel_${name} PUBLIC fmt::fmt nlohmann_json::nlohmann_json tl::expected
                                             Threads::Threads ${ROOM_LIBS})
  foreach(dep ${ROOM_DEPS})
    if(TARGET nebel_${dep})
      target_link_libraries(nebel_${name} PUBLIC nebel_${dep})
    endif()
  endforeach()
  if(NOT NEBEL_FUZZ)
    nebel_precompile(nebel_${name} ${NEBEL_COMMON_HEADERS})
  endif()
endfunction()

# Links a room so that objects nobody names survive: players register themselves by existing. The
# archive is named whole once, in one word that CMake neither repeats nor reorders; the plain mention
# brings include paths and dependencies, and finds every symbol already there.
function(nebel_link_whole target)
  foreach(room ${ARGN})
    if(NOT TARGET nebel_${room})
      continue()
    endif()
    target_link_libraries(${target} PRIVATE
      "-Wl,--whole-archive,$<TARGET_FILE:nebel_${room}>,--no-whole-archive" nebel_${room})
  endforeach()
endfunction()

# nebel_test(NAME ROOMS room... LIBS target...): tests/NAME/*_test.cpp become one program.
function(nebel_test name)
  cmake_parse_arguments(TEST "" "" "ROOMS;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name}_tests ${sources})
  target_include_directories(${name}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  nebel_precompile(${name}_tests ${NEBEL_COMMON_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
  nebel_link_whole(${name}_tests ${TEST_ROOMS})
  target_link_libraries(${name}_tests PRIVATE GTest::gtest GTest::gmock GTest::gtest_main
                                              rapidcheck ${TEST_LIBS})
  target_compile_definitions(${name}_tests PRIVATE
    NEBEL_SOURCE_DIR="${CMAKE_SOURCE_DIR}" NEBEL_PROGRAM="${CMAKE_BINARY_DIR}/src/nebel")
  gtest_discover_tests(${name}_tests PROPERTIES LABELS ${name} TIMEOUT 600 DISCOVERY_TIMEOUT 60)
endfunction()
